# The server of `grundy serve`:  docker build -t grundy . && docker run --rm -p 8000:8000 grundy
FROM python:3.12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*
COPY . /grundy
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /grundy

FROM python:3.12-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir "$(echo /wheels/*.whl)[web]" \
    && useradd --create-home grundy
USER grundy
WORKDIR /home/grundy
