import type {
  CardIssuer,
  CardVault,
  CheckoutQueue,
  Clock,
  IdSource,
  PasswordHasher,
} from './ports/collaborators.ts'
import type { PaymentGateway } from './ports/payment-gateway.ts'
import type { RealTime } from './ports/real-time.ts'
import type { Store } from './ports/store.ts'
import type { MarketplaceSettings } from './settings.ts'

/** Everything the marketplace works with; nothing is looked up elsewhere. */
export interface MarketplaceDeps {
  readonly store: Store
  readonly clock: Clock
  readonly realTime: RealTime
  readonly ids: IdSource
  readonly passwords: PasswordHasher
  readonly gateway: PaymentGateway
  readonly issuer: CardIssuer
  readonly vault: CardVault
  readonly queue: CheckoutQueue
  readonly settings: MarketplaceSettings
}

/** The collaborators that take the steps of orders. */
export type OrderDeps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'issuer' | 'vault'>

/** The collaborators that do jobs. */
export type JobDeps = OrderDeps & Pick<MarketplaceDeps, 'gateway'>
