import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Collaborators, loadCollaborators, requireCollaborators } from './collaborators.ts'
import { ConfigError, readConfig, type ServerConfig } from './config.ts'
import { createSandboxPaymentGateway } from './sandbox/sandbox-payment-gateway.ts'
import { createSyntheticCardIssuer } from './sandbox/synthetic-card-issuer.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'giftcards-collaborators-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes an ES module with this source and returns its path. */
function write(name: string, source: string): string {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, source)
  return file
}

const gatewaySource =
  'export default async () => ({ charge: async () => ({ kind: "refused" }), cancel() {}, refund() {}, find() {} })'
const issuerSource =
  'export default () => ({ issue: async () => ({ number: "1", pin: "", serial: "2" }), async void() {} })'

const production = (env: Readonly<Record<string, string>>): ServerConfig => ({
  ...readConfig(env),
  isSandbox: false,
})
const sentence =
  'Production mode requires PAYMENT_GATEWAY_MODULE and CARD_ISSUER_MODULE, or ALLOW_SIMULATED_PAYMENTS=1 to simulate what is missing'

describe('loadCollaborators', () => {
  it('loads both modules in production mode', async () => {
    const env = {
      PAYMENT_GATEWAY_MODULE: write('gateway', gatewaySource),
      CARD_ISSUER_MODULE: write('issuer', issuerSource),
    }
    const { gateway, issuer } = await loadCollaborators(production(env))
    expect(gateway).toMatchObject({ charge: expect.any(Function), cancel: expect.any(Function) })
    expect(issuer).toMatchObject({ issue: expect.any(Function) })
  })

  it('resolves a path from the working directory', async () => {
    const path = relative(process.cwd(), write('relative', issuerSource))
    const { issuer } = await loadCollaborators(readConfig({ CARD_ISSUER_MODULE: path }))
    expect(issuer).toMatchObject({ issue: expect.any(Function) })
  })

  it('loads nothing that no variable names', async () => {
    expect(await loadCollaborators(readConfig({}))).toStrictEqual({ gateway: undefined, issuer: undefined })
  })

  it.each([
    ['throws', 'throw new Error("no license\\nsecond line")', 'no license'],
    ['has no default export', 'export const create = () => ({})', 'its default export is not a function'],
    ['rejects', 'export default async () => { throw new Error("no account") }', 'no account'],
  ])('rejects a module that %s in one line', async (name, source, reason) => {
    const config = readConfig({ PAYMENT_GATEWAY_MODULE: write(name, source) })
    await expect(loadCollaborators(config)).rejects.toThrow(
      new ConfigError(`PAYMENT_GATEWAY_MODULE cannot be loaded: ${reason}`),
    )
  })

  it.each(['./no-such-file.mjs', 'no-such-package-of-gateways'])(
    'rejects the missing module %s',
    async (name) => {
      const loading = loadCollaborators(readConfig({ CARD_ISSUER_MODULE: name }))
      await expect(loading).rejects.toThrow(ConfigError)
      await expect(loading).rejects.toThrow(/^CARD_ISSUER_MODULE cannot be loaded: Cannot find [^\n]+$/)
    },
  )

  it.each([
    [
      'PAYMENT_GATEWAY_MODULE',
      'charge, cancel, refund and find',
      '{ charge() {}, cancel() {}, refund() {} }',
    ],
    ['PAYMENT_GATEWAY_MODULE', 'charge, cancel, refund and find', 'undefined'],
    ['CARD_ISSUER_MODULE', 'issue and void', '{ async issue() {} }'],
  ])('rejects a %s without %s that makes %s', async (variable, methods, made) => {
    const file = write(`shape-${made.replaceAll(/\W/g, '')}`, `export default () => (${made})`)
    await expect(loadCollaborators(readConfig({ [variable]: file }))).rejects.toThrow(
      new ConfigError(`${variable} must return an object with ${methods} from its default export`),
    )
  })

  it('rejects production mode that lacks a module', { meta: { rules: ['D14-09'] } }, async () => {
    const file = write('lonely-gateway', gatewaySource)
    for (const env of [{}, { PAYMENT_GATEWAY_MODULE: file }])
      await expect(loadCollaborators(production(env))).rejects.toThrow(new ConfigError(sentence))
    const allowed = { PAYMENT_GATEWAY_MODULE: file, ALLOW_SIMULATED_PAYMENTS: '1' }
    expect(await loadCollaborators(production(allowed))).toMatchObject({ issuer: undefined })
  })
})

describe('requireCollaborators', () => {
  const both: Collaborators = {
    gateway: createSandboxPaymentGateway(),
    issuer: createSyntheticCardIssuer('seed'),
  }

  it('accepts given collaborators in production mode', () => {
    expect(() => requireCollaborators(production({}), both)).not.toThrow()
    for (const missing of ['gateway', 'issuer'])
      expect(() => requireCollaborators(production({}), { ...both, [missing]: undefined })).toThrow(sentence)
  })
})
