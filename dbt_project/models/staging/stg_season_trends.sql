{{ staged('season_trends') }}
