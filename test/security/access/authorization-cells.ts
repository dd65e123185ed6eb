import { type OperationId, openapiDocument, operationTable } from '@giftcards/contract'

/** The callers. All of them send a valid request, for objects of the customer `owner`. */
export const callers = [
  'owner',
  'no token',
  'garbage token',
  'expired token',
  "other app's token",
  'anonymous session',
  'other customer',
  'customer that is not Elite',
  'customer disabled since',
] as const
export type CallerKind = (typeof callers)[number]

/** The expected response. `success` is any declared 2xx. */
export type Expected = 'success' | readonly [status: number, code: string]

/** Path parameters that name an object with an owner, and the code of the response to all other callers. */
const ownedObjects: Readonly<Record<string, string>> = {
  cartId: 'cart_not_found',
  orderId: 'order_not_found',
  cardId: 'card_not_found',
}
/** Path parameters that name an object without an owner. */
const openParameters = ['couponCode']
/** Operations whose body names an object with an owner and uses a payment that only Elite customers may use. */
const drawdownCheckouts: readonly OperationId[] = ['checkout']

const tokenRefusals: Partial<Record<CallerKind, Expected>> = {
  'no token': [400, 'token_missing'],
  'garbage token': [400, 'token_invalid'],
  'expired token': [400, 'token_expired'],
  "other app's token": [400, 'token_invalid'],
  'customer disabled since': [400, 'token_invalid'],
}

/** Returns the response that the contract requires. Throws if the contract does not describe the operation well enough. */
export function expectedAnswer(operationId: OperationId, caller: CallerKind): Expected {
  const { access, statuses } = operationTable[operationId]
  const parameters = parametersOf(operationId)
  if (access === 'none' || caller === 'owner') return 'success'
  const tokenRefusal = tokenRefusals[caller]
  if (tokenRefusal !== undefined) return tokenRefusal
  if (caller === 'anonymous session' && access === 'customer') return [401, 'login_required']
  const paysByDrawdown = drawdownCheckouts.includes(operationId)
  if (caller === 'customer that is not Elite') {
    if ((statuses as readonly number[]).includes(403)) return [403, 'drawdown_not_authorized']
    if (paysByDrawdown) return [400, 'drawdown_not_authorized']
  }
  const [object] = parameters.filter((name) => name in ownedObjects)
  const refusal = object === undefined ? undefined : ownedObjects[object]
  if (refusal !== undefined) return [404, refusal]
  return paysByDrawdown ? [404, 'cart_not_found'] : 'success'
}

function parametersOf(operationId: OperationId): readonly string[] {
  const { path } = operationTable[operationId]
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const unknown = names.find((name) => !(name in ownedObjects) && !openParameters.includes(name))
  if (unknown !== undefined) throw new Error(`${operationId}: say who owns what ${unknown} names`)
  return names
}

/** Whether the document requires a token, as programs read it (OpenAPI 3.1, Security Requirement Object). */
export function asksForToken(operationId: OperationId): boolean {
  const { method, path } = operationTable[operationId]
  const document = openapiDocument as {
    readonly security?: readonly object[]
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { readonly security?: readonly object[] }>>>
    >
  }
  const security = document.paths[path]?.[method]?.security ?? document.security ?? []
  return security.length > 0 && security.every((requirement) => 'sessionToken' in requirement)
}

/** Every operation in the document of the contract. */
export const operationIds: readonly OperationId[] = Object.values(openapiDocument.paths).flatMap((item) =>
  Object.values(item as Record<string, { readonly operationId?: OperationId }>).flatMap(
    ({ operationId }) => operationId ?? [],
  ),
)

/** Returns the properties of request bodies that name an object, recognized by the endings of their names. */
export function namesInBodies(): readonly string[] {
  const names = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { $ref, properties } = node as { readonly $ref?: string; readonly properties?: object }
    if ($ref !== undefined) walk(schemaAt($ref))
    for (const name of Object.keys(properties ?? {})) if (/(?:^id|Id|Code|Key)$/.test(name)) names.add(name)
    for (const member of Object.values(node)) walk(member)
  }
  for (const item of Object.values(openapiDocument.paths))
    for (const operation of Object.values(item as Record<string, { readonly requestBody?: object }>))
      walk(operation.requestBody)
  return [...names].toSorted()
}

function schemaAt(reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], openapiDocument)
}
