import type { RequestValues } from '../wire/request-values.ts'
import type { CaseDraft } from './case-draft.ts'

/** What a draft tries or breaks stays as it is, whatever ids are known for the place. */
export const keepTarget = (
  { target: { location, name }, values }: CaseDraft,
  bound: RequestValues,
): RequestValues => {
  if (location === 'body') return { ...bound, body: values.body }
  if (location !== 'path' && location !== 'query' && location !== 'header' && location !== 'cookie')
    return bound
  const { [name]: _bound, ...others } = bound[location]
  const value = Object.hasOwn(values[location], name) ? values[location][name] : undefined
  return { ...bound, [location]: value === undefined ? others : { ...others, [name]: value } }
}

/** Where values came from, without the place that a draft tries: its value is its own. */
export const originsBesideTarget = (
  { target: { location, name } }: Pick<CaseDraft, 'target'>,
  boundTo: Readonly<Record<string, string>>,
): Record<string, string> => {
  const { [`${location}.${name}`]: _tried, ...others } = boundTo
  return others
}
