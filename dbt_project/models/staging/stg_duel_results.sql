{{ staged('duel_results') }}
