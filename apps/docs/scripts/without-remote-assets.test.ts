import { describe, expect, it } from 'vitest'
import { withoutRemoteAssets } from './without-remote-assets.ts'

describe('withoutRemoteAssets', () => {
  it('takes out the logo and nothing else', () => {
    const page = 'a(`https://cdn.redoc.ly/redoc/logo-mini.svg`,`https://partner.example.com/logo.svg`)'
    expect(withoutRemoteAssets(page)).toBe('a(`data:,`,`https://partner.example.com/logo.svg`)')
  })
})
