-- What many clubs have together is kept as what each of them has, with the first of them: these are its clubs. Null: it is of
-- the one club.
alter table report_count add column clubs bigint[];

-- Marks are cleared together with what they concern, also by a version that does not know of this.
create function forget_together() returns trigger language plpgsql as $$
begin
  delete from report_count kept using gone mark
  where kept.clubs is not null and mark.what = any(kept.reads) and mark.from_on <= kept.until_on
    and (kept.looks_back or mark.until_on >= kept.from_on) and not pg_visible_in_snapshot(mark.written_by, kept.seen)
    and mark.club_id = any(kept.clubs);
  return null;
end $$;
create trigger forget_together after delete on report_mark
  referencing old table as gone for each statement execute function forget_together();

-- Building it holds up for less than a second those who keep a count, whom nobody waits for.
-- squawk-ignore require-concurrent-index-creation
create index report_count_together on report_count (club_id) where clubs is not null;
