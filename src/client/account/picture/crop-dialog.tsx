import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Profile } from '../../../shared/schemas/profile.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useRetryWait } from '../../ui/use-retry-wait.ts';
import { toActionError } from '../../errors.ts';
import { useTexts } from '../../language/texts.ts';
import { CropView } from './crop-view.tsx';
import { WHOLE } from './crop.ts';
import { cutOut } from './picture-file.ts';
import classes from './picture.module.css';
import { uploadPicture } from './upload-picture.ts';

interface CropDialogProps {
  readonly picture: ImageBitmap;
  readonly onClose: () => void;
  readonly onSaved: (profile: Profile) => void;
}

/** Which part of the chosen picture is to be shown. */
export function CropDialog({ picture, onClose, onSaved }: CropDialogProps) {
  const { picture: texts, common } = useTexts();
  const [crop, setCrop] = useState(WHOLE);
  const [sent, setSent] = useState(0);
  const save = useMutation({
    mutationFn: async () => {
      setSent(0);
      return uploadPicture(await cutOut(picture, crop), setSent);
    },
    onSuccess: onSaved,
  });
  const failure = save.error && toActionError(save.error);
  const wait = useRetryWait(failure);
  return (
    <Dialog opened title={texts.cropTitle} onClose={onClose}>
      {failure && <ErrorNotice key={save.submittedAt} error={failure} takeFocus />}
      <CropView picture={picture} crop={crop} onChange={setCrop} />
      {save.isPending && (
        <label className={classes['progress']}>
          {texts.saving}
          {/* All of it is there, and is being decoded: how long that takes nobody knows. */}
          <progress {...(sent < 1 && { value: sent })} />
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
