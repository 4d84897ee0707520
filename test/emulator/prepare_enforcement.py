"""Makes a deployed stack fit for MiniStack with AUTH=true: prepare_enforcement.py ENDPOINT REGION

Two things differ from AWS. It is spoken to without TLS, which the stack's own policies refuse; and it asks for
sqs:SendMessageBatch and sqs:DeleteMessageBatch, where AWS asks for sqs:SendMessage and sqs:DeleteMessage.
"""

import json
import sys

import botocore.session

endpoint, region = sys.argv[1:3]
session = botocore.session.get_session()


def client(service):
    keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
    return session.create_client(service, region_name=region, endpoint_url=endpoint, **keys)


s3, sqs, iam = client("s3"), client("sqs"), client("iam")
for bucket in s3.list_buckets()["Buckets"]:
    if bucket["Name"].startswith("orbweaver-"):
        s3.delete_bucket_policy(Bucket=bucket["Name"])
for url in sqs.list_queues(QueueNamePrefix="Orbweaver-")["QueueUrls"]:
    sqs.set_queue_attributes(QueueUrl=url, Attributes={"Policy": ""})
for role in iam.list_roles()["Roles"]:
    name = role["RoleName"]
    if not name.startswith("Orbweaver-"):
        continue
    for policy in iam.list_role_policies(RoleName=name)["PolicyNames"]:
        document = iam.get_role_policy(RoleName=name, PolicyName=policy)["PolicyDocument"]
        for statement in document["Statement"]:
            actions = statement["Action"] if isinstance(statement["Action"], list) else [statement["Action"]]
            known = ("sqs:SendMessage", "sqs:DeleteMessage")
            statement["Action"] = actions + [action + "Batch" for action in actions if action in known]
        iam.put_role_policy(RoleName=name, PolicyName=policy, PolicyDocument=json.dumps(document))
