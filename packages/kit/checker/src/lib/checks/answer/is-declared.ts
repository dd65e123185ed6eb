import type { ApiOperation } from '../../document/api-document.ts'

/** For checks that judge an answer by what the document says of its operation. */
export const isDeclared = (operation: ApiOperation | undefined): boolean => operation !== undefined
