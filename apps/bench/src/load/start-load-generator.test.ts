import { describe, expect, it, onTestFinished } from 'vitest'
import { toRequestText } from './request-text.ts'
import { serve } from './serve.fixture.ts'
import { startLoadGenerator } from './start-load-generator.ts'

/** A generator with a plan for two connections, and a server that refuses a path. */
async function startWithPlan(path: string) {
  const load = startLoadGenerator()
  onTestFinished(() => load.stop())
  const port = await serve(({ url }, response) => {
    response.writeHead(url === '/refused' ? 404 : 200, { 'content-length': 2 }).end('{}')
  })
  const text = toRequestText({ method: 'GET', path }, { appId: 'demo-app', token: 'a.b.c' })
  const lane = [{ text, status: 200, times: 1 }]
  await load.setPlan('plan', { lanes: [lane, lane] })
  return { load, job: { plan: 'plan', ports: [port], connections: 2, until: { requests: 10 } } }
}

describe('startLoadGenerator', () => {
  it('drives the plan that it was given', async () => {
    const { load, job } = await startWithPlan('/')
    const { requests, failures } = await load.run(job)
    expect(requests).toBeGreaterThanOrEqual(10)
    expect(failures).toBe(0)
  })

  it('rejects where an answer was not the expected one', async () => {
    const { load, job } = await startWithPlan('/refused')
    await expect(load.run(job)).rejects.toThrow(
      /^1[01] of 1[01] responses were not the expected ones, first GET \/refused HTTP\/1\.1: HTTP\/1\.1 404 /,
    )
  })

  it('refuses more connections than the plan is for', async () => {
    const { load, job } = await startWithPlan('/')
    await expect(load.run({ ...job, connections: 3 })).rejects.toThrow(
      'There is no plan plan for 3 connections',
    )
  })
})
