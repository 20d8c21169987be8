"""Where the objects have the chart's values.

A place is KIND/NAME KEY KEY ..., in every rendering or, after COMPONENT:, in that of one. `*` is
any kind, name or key, `**` any number of keys; +KEY is added to what is there.
"""

from tools.chart.tree import Words


def number(key: str) -> Words:
    return Words(f"{{{{ .Values.{key} | int64 }}}}")


def text(key: str) -> Words:
    return Words(f"{{{{ .Values.{key} | quote }}}}")


def called(helper: str, with_: str = ".") -> Words:
    """What a helper of templates/_helpers.tpl makes of something."""
    return Words(f'{{{{ include "croupier.{helper}" {with_} | quote }}}}')


def block(key: str) -> Words:
    return Words(f"{{{{- toYaml .Values.{key} | nindent DEPTH }}}}", block=True)


def given(key: str) -> Words:
    """A block, if it is not empty."""
    return Words("{{- toYaml . | nindent DEPTH }}", block=True, given=f".Values.{key}")


def given_text(key: str) -> Words:
    return Words("{{ . | quote }}", given=f".Values.{key}")


def each(key: str, item: str) -> Words:
    """A list of what `item` says of each."""
    return Words(f"{{{{- range .Values.{key} }}}}\n- {item}\n{{{{- end }}}}", block=True)


PODS = {
    "engine": "Deployment/engine",
    "gateway": "Deployment/gateway",
    "redis": "StatefulSet/redis",
}
NAMESPACE = "namespaceSelector matchLabels kubernetes.io/metadata.name"
MORE = {"PriorityClass/croupier": ".Values.priority.create"}
"""Objects of which there is something else to say than that their component is chosen."""


def _of_pods(name: str, workload: str) -> dict[str, Words]:
    pod = f"{workload} spec template"
    return {
        f"{pod} spec containers {name} resources": block(f"{name}.resources"),
        f"{pod} spec +nodeSelector": given(f"{name}.nodeSelector"),
        f"{pod} spec +tolerations": given(f"{name}.tolerations"),
        f"{pod} metadata annotations +...": given(f"{name}.podAnnotations"),
    }


def _of_service(name: str) -> dict[str, Words]:
    scaler = f"HorizontalPodAutoscaler/{name} spec"
    of = f"autoscaling.{name}"
    return {
        f"Deployment/{name} spec replicas": number(f"{name}.replicas"),
        f"Deployment/{name} spec template spec terminationGracePeriodSeconds": number(
            f"{name}.terminationGracePeriodSeconds"
        ),
        f"{scaler} minReplicas": number(f"{of}.minReplicas"),
        f"{scaler} maxReplicas": number(f"{of}.maxReplicas"),
        f"{scaler} metrics 0 resource target averageUtilization": number(f"{of}.cpu"),
        f"Deployment/{name} ** volumes tls secret secretName": text(f"mtls.{name}Secret"),
        f"tracing: ConfigMap/{name} data OTEL_EXPORTER_OTLP_ENDPOINT": text("tracing.endpoint"),
        f"Deployment/{name} ** volumes redis-ca secret secretName": text("redis.external.caSecret"),
        f"external-redis: ConfigMap/{name} data {name.upper()}_REDIS_URL": called("redisUrl"),
        f"external-redis: ConfigMap/{name} data {name.upper()}_REDIS_USERNAME": text(
            f"redis.external.{name}User"
        ),
        f"Deployment/{name} ** volumes passwords secret secretName": called("passwords"),
    }


def _of_claim(name: str, claim: str) -> dict[str, Words]:
    return {
        f"{claim} spec resources requests storage": text(f"{name}.storage"),
        f"{claim} spec +storageClassName": given_text(f"{name}.storageClass"),
    }


def _of_egress(name: str, policy: str) -> dict[str, Words]:
    to = "ipBlock:\n    cidr: {{ . | quote }}"
    return {
        f"{policy} spec egress 0 to": each(f"{name}.networks", to),
        f"{policy} spec egress 0 ports": each(f"{name}.ports", "port: {{ . | int64 }}"),
    }


def _image(name: str) -> Words:
    return called("image", f'(list . "{name}")')


PLACES: dict[str, Words] = {
    "*/* metadata namespace": Words("{{ .Release.Namespace }}"),
    "*/* ** app.kubernetes.io/instance": Words("{{ .Release.Name }}"),
    "*/* ** app.kubernetes.io/managed-by": Words("{{ .Release.Service }}"),
    "*/* ** app.kubernetes.io/version": Words("{{ .Chart.AppVersion | quote }}"),
    "*/* ** imagePullPolicy": text("image.pullPolicy"),
    "ServiceAccount/* imagePullSecrets croupier-registry name": text("image.pullSecret"),
    "Deployment/engine spec template spec containers engine image": _image("engine"),
    "Deployment/gateway spec template spec containers gateway image": _image("gateway"),
    "Deployment/bots spec template spec containers bots image": _image("bots"),
    "StatefulSet/redis ** image": text("redis.image"),
    "Job/redis-create ** image": text("redis.image"),
    "CronJob/redis-backup ** image": text("redis.image"),
    "ConfigMap/engine data +CROUPIER_GAMES": Words(
        '{{ join "," . | quote }}', given=".Values.engine.games"
    ),
    "ConfigMap/gateway data GATEWAY_ENGINES": called("engines"),
    **{place: said for name, kind in PODS.items() for place, said in _of_pods(name, kind).items()},
    **{place: said for name in ("engine", "gateway") for place, said in _of_service(name).items()},
    "StatefulSet/redis spec template spec volumes passwords secret secretName": called("passwords"),
    "Job/redis-create spec template spec volumes passwords secret secretName": called("passwords"),
    "CronJob/redis-backup ** volumes passwords secret secretName": called("passwords"),
    **_of_claim("redis", "StatefulSet/redis spec volumeClaimTemplates 0"),
    "ConfigMap/redis data redis.conf": Words('{{ include "croupier.redisConf" . | toJson }}'),
    "HorizontalPodAutoscaler/gateway spec metrics 1 resource target averageUtilization": number(
        "autoscaling.gateway.memory"
    ),
    "ScaledObject/gateway spec minReplicaCount": number("autoscaling.gateway.minReplicas"),
    "ScaledObject/gateway spec maxReplicaCount": number("autoscaling.gateway.maxReplicas"),
    "ScaledObject/gateway spec triggers streams metadata": Words(
        "serverAddress: {{ .Values.autoscaling.streams.prometheus | quote }}\n"
        "query: sum(croupier_gateway_followers{namespace={{ .Release.Namespace | quote }}})\n"
        "threshold: {{ .Values.autoscaling.streams.threshold | int64 | quote }}",
        block=True,
    ),
    "ScaledObject/gateway spec triggers memory metadata value": Words(
        "{{ .Values.autoscaling.gateway.memory | int64 | quote }}"
    ),
    "ScaledObject/gateway spec triggers cpu metadata value": Words(
        "{{ .Values.autoscaling.gateway.cpu | int64 | quote }}"
    ),
    "Ingress/gateway metadata annotations": given("entrance.ingress.annotations"),
    "Ingress/gateway spec ingressClassName": text("entrance.ingress.className"),
    "Ingress/gateway spec rules 0 host": text("entrance.host"),
    "Ingress/gateway spec tls 0 hosts 0": text("entrance.host"),
    "Ingress/gateway spec tls 0 secretName": text("entrance.ingress.tlsSecret"),
    f"ingress: NetworkPolicy/gateway spec ingress 0 from 0 {NAMESPACE}": text(
        "entrance.ingress.namespace"
    ),
    f"gateway-api: NetworkPolicy/gateway spec ingress 0 from 0 {NAMESPACE}": text(
        "entrance.gatewayApi.namespace"
    ),
    "HTTPRoute/gateway spec parentRefs": block("entrance.gatewayApi.parentRefs"),
    "HTTPRoute/gateway spec hostnames 0": text("entrance.host"),
    "Service/gateway-public metadata +annotations": given("entrance.loadBalancer.annotations"),
    "Service/gateway-public spec +loadBalancerSourceRanges": given(
        "entrance.loadBalancer.sourceRanges"
    ),
    **_of_egress("redis.external", "NetworkPolicy/external-redis"),
    **_of_egress("archive", "NetworkPolicy/archive"),
    "Deployment/engine ** ENGINE_ARCHIVE_URL valueFrom secretKeyRef name": text(
        "archive.existingSecret"
    ),
    "Deployment/engine ** ENGINE_ARCHIVE_PASSWORD valueFrom secretKeyRef name": text(
        "archive.existingSecret"
    ),
    "Deployment/engine ** volumes archive-ca secret secretName": text("archive.existingSecret"),
    "Deployment/bots spec template spec containers bots resources": block("bots.resources"),
    "Deployment/* ** volumes house secret secretName": called("house"),
    **_of_claim("bots", "PersistentVolumeClaim/bots"),
    "CronJob/redis-backup spec schedule": text("backup.schedule"),
    "CronJob/redis-backup spec timeZone": text("backup.timeZone"),
    **_of_claim("backup", "PersistentVolumeClaim/redis-backup"),
    f"NetworkPolicy/monitoring spec ingress 0 from 0 {NAMESPACE}": text("monitoring.namespace"),
    "ServiceMonitor/croupier metadata labels +...more": given("monitoring.labels"),
    "ServiceMonitor/croupier spec endpoints 0 interval": text("monitoring.interval"),
    "PrometheusRule/croupier metadata labels +...more": given("alerts.labels"),
    "PrometheusRule/croupier spec": Words(
        '{{- .Files.Get "files/alerts.yaml" | nindent DEPTH }}', block=True
    ),
    f"NetworkPolicy/tracing spec egress 0 to 0 {NAMESPACE}": text("tracing.namespace"),
    "NetworkPolicy/tracing spec egress 0 ports 0 port": number("tracing.port"),
    "PriorityClass/croupier metadata name": text("priority.name"),
    "PriorityClass/croupier value": number("priority.value"),
    "*/* ** priorityClassName": text("priority.name"),
}
