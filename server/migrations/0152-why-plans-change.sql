-- Why a member has another plan, as the user chose or wrote it.
alter table plan_change add column reason text not null default '';
