import { describeRule } from '../../../test/describe-property.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { lostUpdateRule as rule, outdatedChange, versionKept } from './oracle.ts'

const read = (version: number, name = 'Rex') => pets.read({ id: 'p1', name, version })
const outdated = (status: number) => ({
  first: read(1),
  change: pets.patch({ name: 'Ada', version: 1 }),
  later: read(2, 'Ada'),
  outdated: pets.patch({ name: 'Zoe', version: 1 }, { status }),
})

describeRule(rule, outdatedChange, shop, [
  [
    'reports an accepted change of an outdated version',
    outdated(200),
    'The 200 response of patchPet accepts a change of a version that patchPet has replaced.',
  ],
  ['accepts 409', outdated(409), 0],
  ['accepts 412', outdated(412), 0],
  ['keeps silent after 202', outdated(202), 0],
])

const kept = (name: string, status = 200) => ({
  first: read(1),
  change: pets.patch({ name: 'Ada' }, { status }),
  later: read(1, name),
})

describeRule(rule, versionKept, shop, [
  [
    'reports a change that shows and keeps the version',
    kept('Ada'),
    'The 200 response of patchPet changes the item, but not its version.',
  ],
  ['keeps silent if the change does not show', kept('Rex'), 0],
  ['keeps silent if the change was rejected', kept('Ada', 409), 0],
])
