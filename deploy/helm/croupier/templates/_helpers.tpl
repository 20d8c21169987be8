{{- /* What several objects say. `.` is the context of the chart; a list has it first. */}}

{{- /* The labels of every object. */}}
{{- define "croupier.labels" -}}
app.kubernetes.io/name: croupier
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: croupier
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- /* An object's metadata: takes its component, and its name if that is another one. The labels are last, so that
       more of them can follow. */}}
{{- define "croupier.metadata" }}
{{- $ := first . -}}
name: {{ last . }}
namespace: {{ $.Release.Namespace }}
labels:
  app.kubernetes.io/component: {{ index . 1 }}
  {{- include "croupier.labels" $ | nindent 2 }}
{{- end }}

{{- /* The labels by which the pods of a component are found. */}}
{{- define "croupier.selectorLabels" }}
{{- $ := first . -}}
app.kubernetes.io/component: {{ last . }}
app.kubernetes.io/instance: {{ $.Release.Name }}
app.kubernetes.io/name: croupier
{{- end }}

{{- /* A selector of the pods of a component. */}}
{{- define "croupier.pods" -}}
matchLabels:
  {{- include "croupier.selectorLabels" . | nindent 2 }}
{{- end }}

{{- /* A selector of the pods of any of these components. */}}
{{- define "croupier.podsOfAny" }}
{{- $ := first . -}}
matchLabels:
  app.kubernetes.io/instance: {{ $.Release.Name }}
  app.kubernetes.io/name: croupier
matchExpressions:
  - key: app.kubernetes.io/component
    operator: In
    values:
      {{- rest . | toYaml | nindent 6 }}
{{- end }}

{{- /* Networks and ports, as a rule of a policy for what is outside: takes a map with `networks` and `ports`. */}}
{{- define "croupier.networks" -}}
to:
  {{- range .networks }}
  - ipBlock:
      cidr: {{ . | quote }}
  {{- end }}
ports:
  {{- range .ports }}
  - port: {{ . | int64 }}
  {{- end }}
{{- end }}

{{- /* The account of a component. No pod asks the API of the cluster. */}}
{{- define "croupier.serviceAccount" }}
{{- $ := first . -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "croupier.metadata" . | nindent 2 }}
automountServiceAccountToken: false
{{- with $.Values.image.pullSecret }}
imagePullSecrets:
  - name: {{ . | quote }}
{{- end }}
{{- end }}

{{- /* What a volume asks for: takes a map with `storage` and `storageClass`. */}}
{{- define "croupier.claim" -}}
accessModes: [ReadWriteOnce]
resources:
  requests:
    storage: {{ .storage | quote }}
{{- with .storageClass }}
storageClassName: {{ . | quote }}
{{- end }}
{{- end }}

{{- /* The data of a ConfigMap: a text of settings, and over it those of the values, a map. */}}
{{- define "croupier.settings" }}
{{- $data := first . | fromYaml }}
{{- range $name, $value := last . }}
{{- $whole := and (kindIs "float64" $value) (eq $value (floor $value)) }}
{{- $_ := set $data $name (ternary (printf "%.0f" $value) (toString $value) $whole) }}
{{- end }}
{{- toYaml $data }}
{{- end }}

{{- /* The URL of Redis. That of an external one has the authority of the Secret unless it names another. */}}
{{- define "croupier.redisUrl" }}
{{- $external := .Values.redis.external }}
{{- if eq .Values.redis.kind "single" }}
{{- "redis://redis:6379" }}
{{- else if eq .Values.redis.kind "cluster" }}
{{- $nodes := list }}
{{- range until 9 }}
{{- $nodes = printf "redis-%d.redis:6379" . | append $nodes }}
{{- end }}
{{- join "," $nodes | printf "redis+cluster://%s" }}
{{- else }}
{{- $url := required "redis.external.url is missing: redis.kind is external." $external.url }}
{{- if and $external.caSecret (not (contains "ssl_ca_certs=" $url)) }}
{{- $url = printf "%s%sssl_ca_certs=/etc/croupier/redis/ca.crt" $url (ternary "&" "?" (contains "?" $url)) }}
{{- end }}
{{- $url }}
{{- end }}
{{- end }}

{{- /* The Secret with the passwords of Redis. */}}
{{- define "croupier.passwords" }}
{{- .Values.passwords.existingSecret | default "redis-passwords" }}
{{- end }}

{{- /* The Secret with the key of the house. */}}
{{- define "croupier.house" }}
{{- .Values.bots.existingSecret | default "croupier-house" }}
{{- end }}

{{- /* A random Secret, or what the cluster has of it. Takes its name and a list of its keys. */}}
{{- define "croupier.secret" }}
{{- $ := first . }}
{{- $name := index . 1 }}
{{- $old := get (lookup "v1" "Secret" $.Release.Namespace $name) "data" | default dict }}
apiVersion: v1
kind: Secret
metadata:
  name: {{ $name }}
  namespace: {{ $.Release.Namespace }}
  labels:
    {{- include "croupier.labels" $ | nindent 4 }}
  annotations:
    helm.sh/resource-policy: keep # as the data are, for which it is needed
type: Opaque
data:
  {{- range last . }}
  {{ . }}: {{ get $old . | default (randAlphaNum 48 | b64enc) }}
  {{- end }}
{{- end }}

{{- /* Refuse values that nothing reads. Takes their place, them, those of values.yaml, and why; no context. */}}
{{- define "croupier.idle" }}
{{- $usual := index . 2 }}
{{- $place := first . }}
{{- $why := last . }}
{{- range $key, $value := index . 1 }}
{{- if ne (toJson $value) (toJson (get $usual $key)) }}
{{- fail (printf "%s.%s is set, and would do nothing: %s." $place $key $why) }}
{{- end }}
{{- end }}
{{- end }}
