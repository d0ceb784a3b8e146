{{ staged('hint_validations') }}
