import { sandboxOperationTable } from '@giftcards/contract/sandbox'
import { describe, expect, it } from 'vitest'
import { createSandboxClient, type SandboxClientOptions } from '../src/sandbox.ts'
import { ApiError } from '../src/index.ts'
import {
  respondWith,
  createScriptedService,
  rejectWith,
  type Script,
  scriptedUrl,
} from './scripted-service.ts'

function start(script: Script = () => respondWith(200, {}), options: Partial<SandboxClientOptions> = {}) {
  const service = createScriptedService(script)
  const control = createSandboxClient({ baseUrl: scriptedUrl, fetch: service.fetch, ...options })
  return { service, control }
}

describe('createSandboxClient', () => {
  it('has a method for every control', () => {
    expect(Object.keys(start().control)).toEqual([...Object.keys(sandboxOperationTable), 'raw'])
  })

  it('sends no partner’s headers', async () => {
    const { control, service } = start()
    await control.resetSandbox()
    const sent = service.requests[0]
    expect(sent).toMatchObject({ method: 'POST', path: '/__sandbox/reset' })
    const names = ['authorization', 'x-cc-app', 'x-sandbox-key']
    expect(names.filter((name) => sent?.headers.has(name))).toEqual([])
  })

  it('rejects as a partner’s client does, and shows its key in no error', async () => {
    const { control } = start(
      ({ headers }) => rejectWith(401, 'sandbox_key_invalid', `What is ${headers.get('x-sandbox-key')}?`),
      { sandboxKey: 'sesame' },
    )
    const call = control.getClock()
    await expect(call).rejects.toBeInstanceOf(ApiError)
    const code = 'sandbox_key_invalid'
    await expect(call).rejects.toMatchObject({ operationId: 'getClock', code, messages: ['What is ****?'] })
  })

  it('sends the key it was given', async () => {
    const { control, service } = start(undefined, { sandboxKey: 'open' })
    await control.getClock()
    expect(service.requests[0]?.headers.get('x-sandbox-key')).toBe('open')
  })

  it('sorts an input into its places', async () => {
    const { control, service } = start()
    await control.listRequests({ limit: 5 })
    await control.listRequests()
    await control.depositToDrawdown({ email: 'elite@example.com', amount: 10.5 })
    expect(service.requests.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/__sandbox/requests?limit=5', body: undefined },
      { path: '/__sandbox/requests', body: undefined },
      { path: '/__sandbox/customers/elite%40example.com/drawdown/deposits', body: { amount: 10.5 } },
    ])
  })
})
