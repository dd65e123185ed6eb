import { describeManyRequests } from './requests/describe-many-requests.ts'

describeManyRequests('requests-2', 50_000, [5, 6, 7, 8])
