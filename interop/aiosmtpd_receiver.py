"""Receives mails with aiosmtpd, and prints what Python's parser reads in each as a line of JSON."""

import email
import email.policy
import html
import json
import re
import sys
import time

from aiosmtpd.controller import Controller


class Receiver:
    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        lines = mail.get_body(["plain"]).get_content().splitlines()
        markup = mail.get_body(["html"]).get_content()
        received = {
            "to": envelope.rcpt_tos,
            "defects": [str(defect) for part in mail.walk() for defect in part.defects],
            "subject": mail["subject"],
            "code": next(line for line in lines if re.fullmatch(r"\d{6}", line)),
            "link": next(line for line in lines if line.startswith("http")),
            "linkInHtml": html.unescape(re.search(r'href="([^"]*/confirm\?[^"]*)"', markup).group(1)),
        }
        print(json.dumps(received), flush=True)
        return "250 OK"


Controller(Receiver(), hostname="127.0.0.1", port=int(sys.argv[1])).start()
time.sleep(3600)
