/** A request, complete: what is sent and what the curl command says. */
export interface PartnerRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

/** A form filled in: a value for each of its fields, the token that goes along, the body as typed. */
export interface FilledForm {
  /** By the field's id. An empty value is not sent. */
  readonly values: Readonly<Record<string, string>>
  readonly token: string | undefined
  readonly body: string | undefined
}
