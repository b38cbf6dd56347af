import * as activity from '@honbu/contract/activity.ts'
import { serve } from '../platform/route.ts'
import { getActivity, getActivityAuthors } from './get-activity.ts'

export const serveActivity = serve(activity, { getActivity, getActivityAuthors })

export { streamMetrics } from './metrics.ts'
export { serveActivityStream } from './stream.ts'
