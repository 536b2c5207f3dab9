import React from 'react';

export function Panel({ title }: { title: string }) {
  const toggle = useCallback(() => {
    console.log(title);
  }, [title]);
  return <button onClick={toggle}>{title}</button>;
}
