/** The calls that are measured, on the demo data: the head office's user reads the first class and searches everywhere. */
export interface MeasuredCall {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

export function measuredCalls(classId: number, classDate: string): readonly MeasuredCall[] {
  return [
    {
      name: 'GetClassMembers',
      method: 'POST',
      path: `/api/club/GetClassMembers/${classId}`,
      body: JSON.stringify({ classDate, includeEnquiries: false, pageSize: 500 }),
    },
    { name: 'basicSearch', method: 'GET', path: '/api/member/basicSearch?filter=sm' },
  ]
}
