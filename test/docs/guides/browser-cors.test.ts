import { startSandbox } from '@giftcards/test-harness'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getGuide } from './guides.ts'

const { markdown } = getGuide('browser-cors')
const origin = 'https://shop.example.com'

/** Returns the names in inline code in one item of the guide's list. */
function readItem(title: string): readonly string[] {
  const [, item = ''] = new RegExp(`^- ${title}: ([^]*?)\\n(?:- |\\n)`, 'm').exec(markdown) ?? []
  return Array.from(item.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
}

describe('the guide on calls from a browser', () => {
  it('lists the methods and response headers that a page may use', async () => {
    const sandbox = await startSandbox({ CORS_ORIGINS: origin })
    onTestFinished(() => sandbox.close())
    const asked = await fetch(`${sandbox.url}/v3/carts`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-any' },
    })
    const { headers } = await fetch(`${sandbox.url}/v3/session`, { method: 'POST', headers: { origin } })
    expect(readItem('Methods')).toStrictEqual(asked.headers.get('access-control-allow-methods')?.split(','))
    expect(asked.headers.get('access-control-allow-headers')).toBe('x-any')
    expect(asked.headers.get('access-control-max-age')).toBe('600')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(readItem('Response headers')).toStrictEqual(
      headers.get('access-control-expose-headers')?.split(','),
    )
  })
})
