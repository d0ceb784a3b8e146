{{ staged('pairwise_outcomes') }}
