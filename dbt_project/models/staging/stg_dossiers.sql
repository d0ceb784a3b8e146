{{ staged('dossiers') }}
