"""`make chart`: the Helm chart in deploy/helm/croupier, written from the manifests of deploy/k8s.

Kustomize renders the base, and the base with each component. Where two renderings differ, the
chart's templates have a condition; where operators choose, they have a value. So the chart has no
objects of its own but Secrets, which kustomize leaves to operators (docs/decisions/releases.md).
"""
