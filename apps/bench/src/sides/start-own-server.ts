import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { RunningSide } from './side.ts'
import { spawnSide } from './spawn-side.ts'

const aDay = '86400'

/** Keys of a deployment, the same for all servers of one run, since they share databases. */
const keys = {
  JWT_PRIVATE_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  CARD_DATA_KEY: randomBytes(32).toString('base64'),
}

/** The program of the server. */
export const serverMain = fileURLToPath(import.meta.resolve('@giftcards/server/main'))

/**
 * The environment of the server: production mode, its log on. The limit of requests is out of reach, and sessions and
 * carts outlive the longest run.
 */
export function serverEnvironment(databaseUrl: string): Readonly<Record<string, string>> {
  return {
    ...keys,
    NODE_ENV: 'production',
    ALLOW_SIMULATED_PAYMENTS: '1',
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '1000000',
    TOKEN_TTL_SECONDS: aDay,
    CART_TTL_SECONDS: aDay,
    TRUSTED_PROXIES: 'loopback',
  }
}

/** Starts the server of this project on a database that is filled, with settings beside those of every run. */
export function startOwnServer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningSide> {
  return spawnSide({
    args: [serverMain],
    env: { ...serverEnvironment(databaseUrl), ...settings },
  })
}
