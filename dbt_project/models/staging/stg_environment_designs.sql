{{ staged('environment_designs') }}
