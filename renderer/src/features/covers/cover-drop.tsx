import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';

import classes from './covers.module.css';

interface CoverDropProps {
  onFiles: (images: readonly File[]) => void;
  children: ReactNode;
}

/** An area that takes image files. */
export const CoverDrop = ({ onFiles, children }: CoverDropProps) => {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={classes.editor}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
};

interface UploadButtonProps {
  label: string;
  onFiles: (images: readonly File[]) => void;
}

/** Chooses image files. */
export const CoverUploadButton = ({ label, onFiles }: UploadButtonProps) => {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconUpload size={15} />}
        onClick={() => field.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={field}
        type="file"
        multiple
        accept="image/png,image/jpeg,image/webp,image/avif"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
};
