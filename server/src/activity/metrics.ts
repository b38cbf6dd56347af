import { areaGauges } from '../platform/area-gauges.ts'
import { openStreams } from './stream.ts'

export const streamMetrics = areaGauges('activity', async () => openStreams.size, [
  {
    name: 'stream_clients',
    help: 'Browsers that follow live what happens, at this process',
    value: (clients: number) => clients,
  },
])
