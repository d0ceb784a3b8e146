{{ staged('contestants') }}
