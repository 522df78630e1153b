import { Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { maxReviewLength, type OwnRating } from '../../../../shared/api/ratings.ts';
import { useDraftText } from '../../ui/controls/use-draft-text.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { useRate, type Rateable } from './queries.ts';

interface ReviewDialogProps {
  rateable: Rateable;
  own: OwnRating | null;
  opened: boolean;
  onClose: () => void;
}

/** Writes a review, and shares it and the rating with the household. */
export const ReviewDialog = ({ opened, ...props }: ReviewDialogProps) => {
  const { t } = useTranslation('ratings');
  return (
    <Dialog title={t('review.title')} opened={opened} onClose={props.onClose}>
      <ReviewForm {...props} />
    </Dialog>
  );
};

const ReviewForm = ({ rateable, own, onClose }: Omit<ReviewDialogProps, 'opened'>) => {
  const { t } = useTranslation('ratings');
  const form = `review ${rateable.kind} ${rateable.id}`;
  const { text, setText, forget } = useDraftText(form, own?.review ?? '');
  const [isShared, setShared] = useState(own?.is_shared ?? false);
  const rate = useRate(rateable);
  const leave = () => {
    forget();
    onClose();
  };
  const save = async () => {
    const review = text.trim() === '' ? null : text.trim();
    await rate.mutateAsync({ review, is_shared: isShared });
    leave();
  };
  return (
    <DialogForm
      action={t('review.save')}
      change={rate}
      onSubmit={() => save().catch(() => undefined)}
      onCancel={leave}
    >
      <Textarea
        data-autofocus
        label={t('review.text')}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={maxReviewLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Switch
        label={t('review.share')}
        description={t('review.shareText')}
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </DialogForm>
  );
};
