/** How one value is written into a query, a form or cookies (OpenAPI 3.1, "Style Values"). */
export interface StyleRule {
  readonly name: string
  readonly style: string
  readonly explode: boolean
  readonly allowReserved: boolean
}

/** What stands between the items of a list that is written as one text, percent-encoded where it must be. */
export const delimiterOf = (style: string): string => {
  if (style === 'spaceDelimited') return '%20'
  return style === 'pipeDelimited' ? '%7C' : ','
}
