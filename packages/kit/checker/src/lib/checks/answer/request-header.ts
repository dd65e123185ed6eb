import type { WireRequest } from '../../wire/wire-request.ts'

/** The first value of a header of a request, name in lower case; undefined where it was not sent. */
export const requestHeader = (request: WireRequest, name: string): string | undefined =>
  request.headers.find(([key]) => key === name)?.[1]
