{{ staged('solve_attempts') }}
