{{- define "croupier.labels" -}}
app.kubernetes.io/name: croupier
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: croupier
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- /* The image of a program, by its tag or its digest. Takes the context and the program's name. */}}
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

{{- /* The data of a ConfigMap: what the manifests say, and over it the settings of the values. */}}
{{- define "croupier.settings" }}
{{- $data := first . | fromYaml }}
{{- range $name, $value := last . }}
{{- $whole := and (kindIs "float64" $value) (eq $value (floor $value)) }}
{{- $_ := set $data $name (ternary (printf "%.0f" $value) (toString $value) $whole) }}
{{- end }}
{{- toYaml $data }}
{{- end }}

{{- /* The settings that a group of engines has besides those of the engine. */}}
{{- define "croupier.config.group" }}
{{- $said := dict "ENGINE_GROUP" .group.name "CROUPIER_GAMES" (join "," .group.games) }}
{{- include "croupier.settings" (list (toYaml $said) (.group.settings | default dict)) }}
{{- end }}

{{- /* The targets of a gateway: all engines, and those of each group. */}}
{{- define "croupier.engines" }}
{{- printf "dns:///engine:50051" }}
{{- range .Values.engineGroups }}
{{- printf ",%s=dns:///engine-%s:50051" (join "+" .games) .name }}
{{- end }}
{{- end }}

{{- define "croupier.passwords" }}
{{- .Values.passwords.existingSecret | default "redis-passwords" }}
{{- end }}

{{- define "croupier.house" }}
{{- .Values.bots.existingSecret | default "croupier-house" }}
{{- end }}

{{- define "croupier.redisConf" }}
{{- $file := .Files.Get "files/redis.conf" }}
{{- regexReplaceAll "(?m)^maxmemory .*$" $file (printf "maxmemory %s" .Values.redis.maxmemory) }}
{{- end }}

{{- /* Refuse values that nothing reads. Takes their place, them, those of values.yaml, and why. */}}
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

{{- /* The URL of an external Redis, which names the authority of the Secret unless it names another. */}}
{{- define "croupier.redisUrl" }}
{{- $external := .Values.redis.external }}
{{- $url := required "redis.external.url is missing: redis.kind is external." $external.url }}
{{- if and $external.caSecret (not (contains "ssl_ca_certs=" $url)) }}
{{- $url = printf "%s%sssl_ca_certs=/etc/croupier/redis/ca.crt" $url (ternary "&" "?" (contains "?" $url)) }}
{{- end }}
{{- $url }}
{{- end }}

{{- /* A random secret, or what the cluster has of it. Takes the context, its name and its keys. */}}
{{- define "croupier.secret" }}
{{- $context := first . }}
{{- $name := index . 1 }}
{{- $old := get (lookup "v1" "Secret" $context.Release.Namespace $name) "data" | default dict }}
apiVersion: v1
kind: Secret
metadata:
  name: {{ $name }}
  namespace: {{ $context.Release.Namespace }}
  labels:
    {{- include "croupier.labels" $context | nindent 4 }}
  annotations:
    helm.sh/resource-policy: keep # as the data are, for which it is needed
type: Opaque
data:
  {{- range last . }}
  {{ . }}: {{ get $old . | default (randAlphaNum 48 | b64enc) }}
  {{- end }}
{{- end }}
