import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Profile } from '../../../shared/schemas/profile.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-countdown.ts';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { CropView } from './crop-view.tsx';
import { WHOLE } from './crop.ts';
import { encodeCrop } from './picture-file.ts';
import classes from './picture.module.css';
import { uploadPicture } from './upload-picture.ts';

interface CropDialogProps {
  readonly picture: ImageBitmap;
  readonly onClose: () => void;
  readonly onSaved: (profile: Profile) => void;
}

export function CropDialog({ picture, onClose, onSaved }: CropDialogProps) {
  const { crop: texts, common } = useTexts();
  const [crop, setCrop] = useState(WHOLE);
  const [progress, setProgress] = useState(0);
  const save = useMutation({
    mutationFn: async () => {
      setProgress(0);
      return uploadPicture(await encodeCrop(picture, crop), setProgress);
    },
    onSuccess: onSaved,
  });
  const failure = save.error && toActionError(save.error);
  const wait = useRetryWait(failure);
  return (
    <Dialog opened title={texts.title} onClose={onClose}>
      {failure && <ErrorNotice key={save.submittedAt} error={failure} takeFocus />}
      <CropView picture={picture} crop={crop} onChange={setCrop} />
      {save.isPending && (
        <label className={classes['progress']}>
          {texts.saving}
          {/* After the upload the server decodes the picture, which takes an unknown time. */}
          <progress {...(progress < 1 && { value: progress })} />
        </label>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button loading={save.isPending} disabled={wait > 0} onClick={() => save.mutate()}>
          {texts.use}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
