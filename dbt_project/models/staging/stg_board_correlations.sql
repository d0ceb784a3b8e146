{{ staged('board_correlations') }}
