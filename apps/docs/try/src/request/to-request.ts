import type { Operation } from '../contract/operation.ts'
import type { FormField } from './form-fields.ts'
import type { FilledForm, PartnerRequest } from './partner-request.ts'

/** The request a filled form stands for. Nothing is checked: what the service refuses can be sent on purpose. */
export function toRequest(
  address: string,
  operation: Operation,
  fields: readonly FormField[],
  form: FilledForm,
): PartnerRequest {
  const filled = (place: string) =>
    fields
      .filter((field) => field.place === place)
      .map(({ name, id }) => [name, (form.values[id] ?? '').trim()] as const)
  const path = filled('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
    operation.path,
  )
  const query = new URLSearchParams(
    filled('query').flatMap(([name, value]) => (value === '' ? [] : [[name, value]])),
  )
  return {
    method: operation.method,
    url: `${address}${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: [
      ...filled('header').filter(([, value]) => value !== ''),
      ...(form.token === undefined ? [] : [['Authorization', `Bearer ${form.token}`] as const]),
    ],
    body: operation.body === undefined || form.body === '' ? undefined : form.body,
  }
}
