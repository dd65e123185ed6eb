import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CardIssuer, PaymentGateway } from '@giftcards/marketplace'
import { ConfigError, type ServerConfig } from './config.ts'

/** The external services of a marketplace. An undefined one is simulated. */
export interface Collaborators {
  readonly gateway: PaymentGateway | undefined
  readonly issuer: CardIssuer | undefined
}

/**
 * Loads the modules that `PAYMENT_GATEWAY_MODULE` and `CARD_ISSUER_MODULE` name. The default export of each is called once,
 * without arguments, and returns the gateway or the issuer, or a promise of it. Rejects with a `ConfigError` if a module cannot
 * be loaded or returns something else, or if production mode lacks one.
 */
export async function loadCollaborators(config: ServerConfig): Promise<Collaborators> {
  const gateway = await loadPaymentGateway(config.paymentGatewayModule)
  const issuer = await load('CARD_ISSUER_MODULE', config.cardIssuerModule, isCardIssuer)
  requireCollaborators(config, { gateway, issuer })
  return { gateway, issuer }
}

/** Loads the module of the payment gateway, if one is named, as `loadCollaborators` does. */
export function loadPaymentGateway(name: string | undefined): Promise<PaymentGateway | undefined> {
  return load('PAYMENT_GATEWAY_MODULE', name, isPaymentGateway)
}

/** Throws a `ConfigError` if production mode would simulate payments or cards without `ALLOW_SIMULATED_PAYMENTS`. */
export function requireCollaborators(
  { isSandbox, allowSimulatedPayments }: ServerConfig,
  { gateway, issuer }: Collaborators,
): void {
  if (isSandbox || allowSimulatedPayments || (gateway !== undefined && issuer !== undefined)) return
  throw new ConfigError(
    'Production mode requires PAYMENT_GATEWAY_MODULE and CARD_ISSUER_MODULE, or ALLOW_SIMULATED_PAYMENTS=1 to simulate what is missing',
  )
}

type Variable = 'PAYMENT_GATEWAY_MODULE' | 'CARD_ISSUER_MODULE'

interface Shape<Port> {
  (made: unknown): made is Port
}

async function load<Port>(
  variable: Variable,
  name: string | undefined,
  isPort: Shape<Port>,
): Promise<Port | undefined> {
  if (name === undefined) return undefined
  // A path is relative to the working directory, as in a shell; a package name is resolved from this package.
  const isPath = isAbsolute(name) || name.startsWith('.')
  let made: unknown
  try {
    const module: unknown = await import(isPath ? pathToFileURL(resolve(name)).href : name)
    const create = typeof module === 'object' && module !== null && 'default' in module && module.default
    if (typeof create !== 'function') throw new TypeError('its default export is not a function')
    made = await create()
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new ConfigError(`${variable} cannot be loaded: ${reason}`)
  }
  if (!isPort(made)) {
    const methods =
      variable === 'PAYMENT_GATEWAY_MODULE' ? 'charge, cancel, refund and find' : 'issue and void'
    throw new ConfigError(`${variable} must return an object with ${methods} from its default export`)
  }
  return made
}

function isPaymentGateway(made: unknown): made is PaymentGateway {
  return ['charge', 'cancel', 'refund', 'find'].every((name) => hasMethod(made, name))
}

function isCardIssuer(made: unknown): made is CardIssuer {
  return hasMethod(made, 'issue') && hasMethod(made, 'void')
}

function hasMethod(made: unknown, name: string): boolean {
  return typeof made === 'object' && made !== null && typeof Reflect.get(made, name) === 'function'
}
