{{ staged('rankings') }}
