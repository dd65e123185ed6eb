import type { ApiOperation } from '../../document/api-document.ts'
import { isSecured } from '../../document/is-secured.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import type { ScenarioDraft } from '../case-draft.ts'

/** A request that works, without its credentials and with spoiled ones; where several are needed at once, each on its own too. */
export const authCases = (operation: ApiOperation): readonly ScenarioDraft[] => {
  if (!isSecured(operation)) return []
  const [requirement] = operation.security
  const target = {
    location: 'auth',
    name: '',
    keyword: 'security',
    pointer: requirement?.pointer ?? appendTokens(operation.pointer, 'security'),
    documentUri: requirement?.documentUri ?? operation.documentUri,
  } as const
  const names = operation.security.length === 1 ? (requirement?.schemes ?? []).map(({ name }) => name) : []
  const oneByOne = names.length > 1 ? names : []
  return [undefined, ...oneByOne].flatMap((authScheme) => {
    const shared = {
      mode: 'negative',
      target,
      apply,
      ...(authScheme === undefined ? {} : { authScheme }),
    } as const
    return [
      { scenario: 'no_credentials', auth: 'none', ...shared } as const,
      { scenario: 'invalid_credentials', auth: 'invalid', ...shared } as const,
    ]
  })
}

const apply: ScenarioDraft['apply'] = (working) => working
