import { MAX_CODE_POINT, type CodePointSet } from './code-point-set.ts'

/** Every character a well-formed text can hold: all but surrogates. */
export const EVERY_CHARACTER: CodePointSet = [
  { min: 0, max: 0xd7_ff },
  { min: 0xe0_00, max: MAX_CODE_POINT },
]

/** Characters up to U+FFFF that are written and seen: no controls, marks of direction, private use or noncharacters. */
export const READABLE_BASIC: CodePointSet = [
  { min: 0x20, max: 0x7e },
  { min: 0xa1, max: 0xac },
  { min: 0xae, max: 0x06_04 },
  { min: 0x06_06, max: 0x18_0d },
  { min: 0x18_0f, max: 0x1f_ff },
  { min: 0x20_30, max: 0x20_5e },
  { min: 0x20_70, max: 0xd7_ff },
  { min: 0xf9_00, max: 0xfd_cf },
  { min: 0xfe_30, max: 0xfe_fe },
  { min: 0xff_01, max: 0xff_ef },
]

/** The same, and those of the supplementary planes that have letters and symbols. */
export const READABLE: CodePointSet = [
  ...READABLE_BASIC,
  { min: 0x1_00_00, max: 0x1_ff_fd },
  { min: 0x2_00_00, max: 0x3_ff_fd },
]
