{{ staged('authored_environments') }}
