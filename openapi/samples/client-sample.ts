import { formatScript } from './format-source.ts'
import type { SampleRequest } from './sample-request.ts'

/** The customer of the sandbox as whom the samples act; its password is published. */
const credentials = { email: 'elite@example.com', password: 'correct-horse-battery' }

/**
 * The request with `@giftcards/client`, as a whole module: the client and one call of it. What the contract allows one
 * value for is left to the client, and so is what the client adds by itself: token, headers, idempotency key.
 */
export function clientSample(request: SampleRequest): Promise<string> {
  const { constants, operationId, outcome, path, query, body } = request
  const input = Object.fromEntries(
    Object.entries({ ...path, ...query, ...body }).filter(([name]) => !constants.has(name)),
  )
  const argument = Object.keys(input).length === 0 ? '' : JSON.stringify(input)
  const { name, factory, module, options } = clientOf(request)
  return formatScript(
    [
      `import { ${factory} } from '${module}'`,
      `const ${name} = ${factory}(${JSON.stringify(options)})`,
      `const ${outcome} = await ${name}.${operationId}(${argument})`,
    ].join('\n\n'),
    'typescript',
  )
}

/** The client of partners, or that of the controls, which needs no session. */
function clientOf({ access, baseUrl, issuesToken }: SampleRequest) {
  if (access === 'sandbox') {
    const options = { baseUrl }
    return { name: 'sandbox', factory: 'createSandboxClient', module: '@giftcards/client/sandbox', options }
  }
  const options = { baseUrl, appId: 'demo-app', ...(issuesToken ? {} : { credentials }) }
  return { name: 'client', factory: 'createPartnerClient', module: '@giftcards/client', options }
}
