import { describe, expect, it } from 'vitest'
import { toCountedAddress } from './client-address.ts'

describe('toCountedAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:8:9:a:b', '2001:db8:0:7::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('counts %s as %s', (address, counted) => {
    expect(toCountedAddress(address)).toBe(counted)
  })
})
