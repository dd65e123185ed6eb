import type { PartnerClientOptions } from './client-options.ts'
import { createPartnerClient } from './create-partner-client.ts'
import {
  createScriptedService,
  type Script,
  type ScriptedService,
  scriptedUrl,
} from './scripted-service.fixture.ts'
import type { TokenStore } from './token-store.ts'

/** A customer's login. */
export const elm = { email: 'elm@example.com', password: 'correct-horse-battery' }

/** Another customer's. */
export const oak = { email: 'oak@example.com', password: 'staple-and-nail' }

/** A client over a scripted service; it sends each request once unless `options` say otherwise. */
export function startScripted(script?: Script, options: Partial<PartnerClientOptions> = {}) {
  const service = createScriptedService(script)
  const { fetch } = service
  const client = createPartnerClient({
    baseUrl: scriptedUrl,
    appId: 'app',
    retry: { attempts: 1 },
    fetch,
    ...options,
  })
  return { service, client }
}

/** What the requests to a path showed as their token, that for carts unless another is given. */
export function tokensShown(service: ScriptedService, path = '/v3/carts'): readonly (string | null)[] {
  return service.to(path).map(({ headers }) => headers.get('authorization'))
}

/** A token store that a test can look into. */
export function storeOf(held?: string): TokenStore & { held: string | undefined } {
  const store = {
    held,
    get: () => store.held,
    set(next: string | undefined) {
      store.held = next
    },
  }
  return store
}
