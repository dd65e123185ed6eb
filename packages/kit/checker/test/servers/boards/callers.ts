/** One who may call, with both credentials. */
export interface Caller {
  readonly name: string
  readonly token: string
  readonly key: string
  readonly account: string
}

/** The callers; each may use every workspace. */
export const callers = {
  ida: { name: 'Ida', token: 'dw_7Hq2Zk9Lm4Vt', key: 'dk_3Rn8Xc5Bw1Js', account: 'acc_ida001' },
  per: { name: 'Per', token: 'dw_5Yb1Tf6Gp8Qe', key: 'dk_9Wd4Ka7Mu2Ch', account: 'acc_per002' },
} as const satisfies Readonly<Record<string, Caller>>
