{{ staged('design_convergence') }}
