import { describeManyRequests } from './requests/describe-many-requests.ts'

describeManyRequests('requests-1', 50_000, [1, 2, 3, 4])
