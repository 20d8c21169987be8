{{- /* What pods have in common. `.` is the context of the chart; a list has it first. */}}

{{- /* The image of a program, by its tag or its digest. */}}
{{- define "croupier.image" }}
{{- $context := first . }}
{{- $image := $context.Values.image }}
{{- $name := printf "croupier-%s" (last .) }}
{{- with $image.registry }}{{ $name = printf "%s/%s" (trimSuffix "/" .) $name }}{{ end }}
{{- with get $image.digests (last .) }}
{{- printf "%s@%s" $name . }}
{{- else }}
{{- $tag := get $image.tags (last $) | default $image.tag | default $context.Chart.AppVersion }}
{{- printf "%s:%s" $name $tag }}
{{- end }}
{{- end }}

{{- /* The labels of the pods of a component that serves; more of them can follow. */}}
{{- define "croupier.podLabels" }}
{{- $ := first . }}
{{- include "croupier.selectorLabels" . }}
app.kubernetes.io/part-of: croupier
app.kubernetes.io/managed-by: {{ $.Release.Service }}
{{- end }}

{{- /* What every pod says of itself: takes its ServiceAccount and the number of its user and group. The securityContext
       is last, so that more of it can follow. */}}
{{- define "croupier.pod" }}
{{- $ := first . -}}
serviceAccountName: {{ index . 1 }}
automountServiceAccountToken: false
enableServiceLinks: false # its variables would look like settings
securityContext:
  runAsNonRoot: true
  runAsUser: {{ last . }}
  runAsGroup: {{ last . }}
  fsGroup: {{ last . }}
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- /* What every container may do. */}}
{{- define "croupier.confined" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{- /* Zones and nodes to spread the pods over: takes a selector of them, and the label that says their version. */}}
{{- define "croupier.spread" }}
{{- $pods := first . }}
{{- $version := last . -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      {{- $pods | nindent 6 }}
    matchLabelKeys: [{{ $version }}]
  {{- end }}
{{- end }}

{{- /* Which pods make room for those of a component that serves, and on which nodes these are. */}}
{{- define "croupier.scheduling" }}
{{- $ := first . }}
{{- $values := index $.Values (last .) }}
{{- if $.Values.priority.enabled }}
priorityClassName: {{ $.Values.priority.name | quote }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* A container with the command line of Redis, which does one thing and ends: takes its name and its script. */}}
{{- define "croupier.redisScript" }}
{{- $ := first . -}}
name: {{ index . 1 }}
image: {{ $.Values.redis.image | quote }}
imagePullPolicy: {{ $.Values.image.pullPolicy | quote }}
command: [sh, /etc/croupier/{{ last . }}]
resources:
  requests:
    cpu: 50m
    memory: 64Mi
  limits:
    memory: 64Mi
{{ include "croupier.confined" $ }}
{{- end }}

{{- /* The volume with passwords of Redis: takes the user whose it is. */}}
{{- define "croupier.passwordOf" }}
{{- $ := first . -}}
name: passwords
secret:
  secretName: {{ include "croupier.passwords" $ | quote }}
  defaultMode: 0440
  items:
    - key: {{ last . }}
      path: {{ last . }}
{{- end }}

{{- /* What engines and gateways have in common: takes the name of the program. */}}

{{- define "croupier.env" }}
{{- $ := first . }}
{{- $prefix := last . | upper -}}
- name: {{ $prefix }}_REDIS_PASSWORD_FILE # a variable would not change with the Secret
  value: /run/passwords/{{ last . }}
{{- if $.Values.mtls.enabled }}
- name: {{ $prefix }}_TLS_CERT
  value: /etc/croupier/tls/tls.crt
- name: {{ $prefix }}_TLS_KEY
  value: /etc/croupier/tls/tls.key
- name: {{ $prefix }}_TLS_CA
  value: /etc/croupier/tls/ca.crt
{{- end }}
{{- if $.Values.tracing.enabled }}
- name: POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
- name: POD_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
- name: OTEL_RESOURCE_ATTRIBUTES
  value: k8s.pod.name=$(POD_NAME),k8s.namespace.name=$(POD_NAMESPACE)
{{- end }}
{{- end }}

{{- define "croupier.mounts" -}}
- name: passwords
  mountPath: /run/passwords
  readOnly: true
{{- if .Values.mtls.enabled }}
- name: tls
  mountPath: /etc/croupier/tls
  readOnly: true
{{- end }}
{{- if .Values.redis.external.caSecret }}
- name: redis-ca
  mountPath: /etc/croupier/redis
  readOnly: true
{{- end }}
{{- end }}

{{- define "croupier.volumes" }}
{{- $ := first . -}}
- {{- include "croupier.passwordOf" . | nindent 2 }}
{{- if $.Values.mtls.enabled }}
- name: tls
  secret:
    secretName: {{ get $.Values.mtls (printf "%sSecret" (last .)) | quote }}
    defaultMode: 0440
{{- end }}
{{- with $.Values.redis.external.caSecret }}
- name: redis-ca
  secret:
    secretName: {{ . | quote }}
{{- end }}
{{- end }}

{{- /* Of what reads and writes the archive, if there is one: variables, a mount and a volume. */}}
{{- define "croupier.archiveEnv" }}
{{- if .Values.archive.enabled }}
- name: ENGINE_ARCHIVE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.archive.existingSecret | quote }}
      key: url
- name: ENGINE_ARCHIVE_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ .Values.archive.existingSecret | quote }}
      key: password
{{- end }}
{{- end }}

{{- define "croupier.archiveMount" }}
{{- if .Values.archive.enabled }}
- name: archive-ca
  mountPath: /etc/croupier/archive
  readOnly: true
{{- end }}
{{- end }}

{{- define "croupier.archiveVolume" }}
{{- if .Values.archive.enabled }}
- name: archive-ca
  secret:
    secretName: {{ .Values.archive.existingSecret | quote }}
    optional: true
    items:
      - key: ca.crt
        path: ca.crt
{{- end }}
{{- end }}
