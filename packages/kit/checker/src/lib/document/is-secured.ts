import type { ApiOperation } from './api-document.ts'

/** Whether an operation asks for credentials in every alternative; one without schemes is anonymous access. */
export const isSecured = (operation: ApiOperation): boolean =>
  operation.security.length > 0 && operation.security.every(({ schemes }) => schemes.length > 0)
