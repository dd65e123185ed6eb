import type { ParameterLocation } from '../document/api-document.ts'
import type { Json } from '../schema/json.ts'
import type { RequestValues } from '../wire/request-values.ts'

/** The same request with one parameter set, or left out. */
export const withParameter = (
  values: RequestValues,
  location: ParameterLocation,
  name: string,
  value: Json | undefined,
): RequestValues => {
  const { [name]: _before, ...others } = values[location]
  return { ...values, [location]: value === undefined ? others : { ...others, [name]: value } }
}

/** The same request with another body value, or without a body. */
export const withBody = (
  values: RequestValues,
  contentType: string,
  value: Json | undefined,
): RequestValues => ({
  ...values,
  body: value === undefined ? undefined : { contentType, value },
})
