/** The training plans of a club: in Club Admin, and by themselves. */
export const plansTabAddress = (clubId: number) => `/clubadmin/${clubId}/training-plans`
export const planAddress = (clubId: number, planId: number) => `/training-plans/${clubId}/${planId}`
export const newPlanAddress = (clubId: number) => `/training-plan/create/${clubId}`
export const editPlanAddress = (clubId: number, planId: number) => `/training-plan/update/${clubId}/${planId}`
/** Where the price is changed for those who have a plan. */
export const priceChangeAddress = (clubId: number, planId: number) => `/training-plan/prices/${clubId}/${planId}`
